"""A fault says where it is, what is wrong and what to do; all of them come in the file's order."""

from wardiary_server.scenario.faults import Fault, Faults, ScenarioFault, report
from wardiary_server.scenario.positions import locate

TEXT = '[[zones]]\nid = "a"\nname = 3\n'


def test_a_fault_reads_as_editors_and_compilers_have_it() -> None:
    assert str(Fault("f.toml", 3, 8, "zones[1].name", "This is odd.", "Try this.", warning=True)) == (
        "f.toml:3:8: warning: This is odd. Try this."
    )
    assert str(Fault("f.toml", 0, 0, "", "There is no such file.")) == "f.toml: There is no such file."


def test_faults_come_in_the_order_of_the_file_and_once() -> None:
    faults = Faults("f.toml", locate(TEXT))

    faults.add(("zones", 0, "name"), "This has to be a text.")
    faults.add(("zones", 0, "id"), "No.", key=True)
    faults.add(("zones", 0, "name"), "This has to be a text.")

    assert [(f.line, f.column, f.path) for f in faults.found] == [(2, 1, "zones[1].id"), (3, 8, "zones[1].name")]


def test_what_is_missing_is_not_missed_in_a_broken_text() -> None:
    faults = Faults("f.toml", locate(TEXT), whole=False)

    faults.lacks(("zones", 0), "This zone has no end.")
    faults.add(("zones", 0), "But this is wrong.")

    assert [fault.text for fault in faults.found] == ["But this is wrong."]


def test_a_fault_below_touches_what_is_above_and_a_warning_does_not() -> None:
    faults = Faults("f.toml", locate(TEXT))

    faults.add(("zones", 0, "id"), "Odd.", warning=True)
    assert not faults.touched(("zones",))
    faults.add(("zones", 0, "name"), "Wrong.")
    assert faults.touched(("zones",))
    assert faults.touched(("zones", 0, "name"))
    assert not faults.touched(("zones", 0, "id"))


def test_a_report_has_a_line_each_and_an_end() -> None:
    many = [Fault("f.toml", n, 1, "", "No.") for n in range(1, 301)]

    lines = report(many).splitlines()

    assert lines[0] == "f.toml:1:1: No."
    assert lines[-1] == "... and 100 more."
    assert str(ScenarioFault(many[:1])) == "f.toml:1:1: No."


def test_a_table_can_be_read_as_a_file_of_its_own() -> None:
    faults = Faults("f.toml", locate('title = "x"\n[inner]\n' + TEXT.replace("zones", "inner.zones")), whole=False)

    inner = faults.under("inner")
    inner.add(("zones", 0, "name"), "Wrong.")
    inner.lacks((), "Nothing.")

    assert [(f.line, f.column, f.path) for f in inner.found] == [(5, 8, "zones[1].name")]
    assert faults.found == ()
