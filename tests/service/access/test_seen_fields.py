"""One table of what is seen of facts: by field and by audience."""

import pytest

from service.access.seen_fields import KEPT, seen_fields


@pytest.mark.long
def test_each_field_of_each_kind_of_fact_is_seen_by_those_in_the_table_and_nobody_else() -> None:
    assert seen_fields() == KEPT.read_text().splitlines()
