"""Submissions as students write them: what is said of them holds."""

from helpers.students import student_agents


def test_right_students_name_no_mistake_and_there_are_many():
    agents = list(student_agents("right"))
    assert not [str(agent) for agent in agents if agent.mistakes]
    assert len(agents) >= 45


def test_each_wrong_student_names_its_mistakes():
    assert not [str(agent) for agent in student_agents("wrong") if not agent.mistakes]
