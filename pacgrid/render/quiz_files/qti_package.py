"""Questions as a package of QTI 2.1: for Canvas, Blackboard, TAO and other systems.

IMS Question and Test Interoperability 2.1, *Assessment Test, Section, and Item Information Model*,
and IMS Content Packaging 1.1. Each question is an item, and the quiz is a test of all items.
"""

from collections.abc import Sequence
from html import escape
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from pacgrid.quizzes.quiz import Quiz
from pacgrid.quizzes.quiz_question import QuizQuestion
from pacgrid.render.quiz_files.qti_fields import QtiField, question_fields
from pacgrid.render.quiz_files.question_picture import question_picture

QTI = "http://www.imsglobal.org/xsd/imsqti_v2p1"
PACKAGE = "http://www.imsglobal.org/xsd/imscp_v1p1"
_XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
_QTI_SCHEMA = f"{QTI} http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1.xsd"
_PACKAGE_SCHEMA = f"{PACKAGE} http://www.imsglobal.org/xsd/qti/qtiv2p1/qtiv2p1_imscpv1p2_v1p0.xsd"
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
_TEMPLATES = "http://www.imsglobal.org/question/qti_v2p1/rptemplates/"
_DATE = (1980, 1, 1, 0, 0, 0)
"""Of all files, so that the same questions make the same package."""


def qti_package(quiz: Quiz) -> bytes:
    """The zip file of a quiz."""
    names = [f"question_{number}" for number, _ in enumerate(quiz.questions, start=1)]
    files: dict[str, str | bytes] = {
        "imsmanifest.xml": _manifest(names),
        "test.xml": _test(quiz, names),
    }
    for name, question in zip(names, quiz.questions, strict=True):
        picture, width, height = question_picture(question)
        size = f'width="{width}" height="{height}"'
        files[f"items/{name}.xml"] = _item(question, name, f"{quiz.title} {name[9:]}", size)
        files[f"items/{name}.png"] = picture
    package = BytesIO()
    with ZipFile(package, "w", ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(ZipInfo(path, _DATE), content, ZIP_DEFLATED)
    return package.getvalue()


def _manifest(names: Sequence[str]) -> str:
    items = "".join(
        f'<resource identifier="{name}" type="imsqti_item_xmlv2p1" href="items/{name}.xml">'
        f'<file href="items/{name}.xml"/><file href="items/{name}.png"/></resource>\n'
        for name in names
    )
    dependencies = "".join(f'<dependency identifierref="{name}"/>' for name in names)
    return (
        f"{_HEAD}\n"
        f'<manifest xmlns="{PACKAGE}" {_XSI} identifier="pacgrid_quiz"'
        f' xsi:schemaLocation="{_PACKAGE_SCHEMA}">\n'
        "<metadata><schema>QTIv2.1 Package</schema><schemaversion>1.0.0</schemaversion>"
        "</metadata>\n"
        "<organizations/>\n<resources>\n"
        '<resource identifier="test" type="imsqti_test_xmlv2p1" href="test.xml">'
        f'<file href="test.xml"/>{dependencies}</resource>\n{items}</resources>\n</manifest>\n'
    )


def _test(quiz: Quiz, names: Sequence[str]) -> str:
    items = "".join(
        f'<assessmentItemRef identifier="{name}" href="items/{name}.xml"/>\n' for name in names
    )
    title = escape(quiz.title)
    return (
        f'{_HEAD}\n<assessmentTest xmlns="{QTI}" {_XSI} identifier="test" title="{title}"'
        f' xsi:schemaLocation="{_QTI_SCHEMA}">\n'
        '<testPart identifier="part" navigationMode="nonlinear" submissionMode="individual">\n'
        f'<assessmentSection identifier="section" title="{title}" visible="true">\n'
        f"{items}</assessmentSection>\n</testPart>\n</assessmentTest>\n"
    )


def _item(question: QuizQuestion, name: str, title: str, size: str) -> str:
    fields = [*question_fields(question)]
    body = "\n".join(field.body for field in fields)
    words = escape("; ".join(str(question.tree.root).splitlines()))
    return (
        f'{_HEAD}\n<assessmentItem xmlns="{QTI}" {_XSI} identifier="{name}" title="{escape(title)}"'
        f' adaptive="false" timeDependent="false" xsi:schemaLocation="{_QTI_SCHEMA}">\n'
        f"{''.join(field.declaration for field in fields)}"
        '<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"'
        f' normalMaximum="{len(fields)}"><defaultValue><value>0</value></defaultValue>'
        "</outcomeDeclaration>\n"
        f'<itemBody>\n<p>{escape(question.prompt)}</p>\n<p><img src="{name}.png"'
        f' alt="{words}" {size}/></p>\n{body}\n</itemBody>\n'
        f"{_processing(fields)}\n</assessmentItem>\n"
    )


def _processing(fields: Sequence[QtiField]) -> str:
    """How the score follows from the responses."""
    if len(fields) == 1 and fields[0].template:
        return f'<responseProcessing template="{_TEMPLATES}{fields[0].template}"/>'
    rules = "\n".join(field.rule for field in fields)
    return f"<responseProcessing>\n{rules}\n</responseProcessing>"
