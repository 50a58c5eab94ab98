// Reads answers as pacgrid/quizzes does, and checks them. A number is `[numerator, denominator]`; the denominator of an infinity is 0.

class AnswerError extends Error {}

let reading; // what the data of the page says of it

function readNumber(text) {
  const fail = (why) => {
    throw new AnswerError(`'${text.trim()}' ${why}; ${reading.forms}`);
  };
  const plain = text.trim().replace(new RegExp(reading.minus, "g"), "-").toLowerCase();
  const match = new RegExp(reading.number).exec(plain);
  if (!match) fail("is not a number");
  const [, sign, endless, numerator, denominator, decimal] = match;
  const factor = sign === "-" ? -1 : 1;
  if (endless) return [factor, 0];
  if (numerator) {
    if (!Number(denominator)) fail("divides by zero");
    return [factor * Number(numerator), Number(denominator)];
  }
  return [factor * Number(decimal.replace(",", ".")), 1];
}

// Whether two numbers are as close as a key allows; floats aren't exact.
function isClose([a, b], [c, d], tolerance) {
  if (!b || !d) return b === d && a === c;
  return Math.abs(a / b - c / d) <= tolerance + reading.closeness;
}

// The indices of the nodes that a text names: leaves, by label or value.
function readLeaves(text, nodes) {
  const named = [];
  const isLeaf = nodes.some(({ label, leaf }) => leaf && label === text.trim());
  if (reading.nothing.includes(text.trim().toLowerCase()) && !isLeaf) return named;
  for (const word of text.trim().split(new RegExp(reading.between)).filter(Boolean)) {
    const leaf = readLeaf(word, nodes);
    if (named.includes(leaf)) throw new AnswerError(`the leaf ${nodes[leaf].label} is named twice`);
    named.push(leaf);
  }
  return named;
}

function readLeaf(word, nodes) {
  const leaves = nodes.map((node, i) => [node, i]).filter(([node]) => node.leaf);
  const fail = () => {
    throw new AnswerError(`'${word}' is no leaf; the leaves are ${leaves.map(([{ label }]) => label).join(", ")}`);
  };
  const [byLabel] = leaves.filter(([{ label }]) => label === word);
  if (byLabel) return byLabel[1];
  let number;
  try {
    number = readNumber(word);
  } catch {
    fail();
  }
  const same = leaves.filter(([{ values }]) => values.some((value) => isClose(value, number, 0)));
  if (!same.length) fail();
  if (same.length > 1) throw new AnswerError(`${word} is the value of several leaves; name ${same.map(([{ label }]) => label).join(" or ")}`);
  return same[0][1];
}

// Whether an answer to a part is right: a text for numbers and sequences, a set of indices for leaves, an index for a choice. Throws AnswerError.
const CHECKS = {
  number: ({ value, tolerance }, text) => isClose(readNumber(text), value, tolerance),
  sequence: ({ leaves }, text, nodes) => String(readLeaves(text, nodes)) === String(leaves),
  leaves: ({ leaves }, chosen) => leaves.length === chosen.size && leaves.every((leaf) => chosen.has(leaf)),
  choice: ({ choices }, chosen) => choices.includes(chosen),
};
