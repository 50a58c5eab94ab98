// Frames come from the page that shows this one in a frame, and runs the session.

class HostSocket extends EventTarget {
  readyState = WebSocket.OPEN;
  #hear = ({ source, data }) => {
    if (source === window.parent && data.frames) this.dispatchEvent(new MessageEvent("message", { data: data.frames }));
  };
  constructor() {
    super();
    window.addEventListener("message", this.#hear);
    window.parent.postMessage({ hello: true }, window.location.origin);
  }
  send(event) {
    window.parent.postMessage({ event }, window.location.origin);
  }
  close() {
    window.removeEventListener("message", this.#hear);
    this.dispatchEvent(new Event("close"));
  }
}

const openSocket = () => new HostSocket();
