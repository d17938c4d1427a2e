"""The API against its own description: everything that it answers is described, and nothing makes it fall over."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import schemathesis
from conftest import Desk, Server
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.generation.modes import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from companion.game import games
from companion.reading import read
from printables.reading.card_code import sheet_code
from webapp.config import Settings
from webapp.openapi import description
from webapp.store import SqliteStore

EXAMPLES = 12
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, list[Desk]]]:
    """A server that never loses patience, with tables in all the states that matter."""
    folder = tmp_path_factory.mktemp("fuzzed")
    store = SqliteStore(folder)
    server = Server(store, Settings(data=folder, wrong_codes=10**6, wrong_tokens=10**6))
    desks = [
        server.open(names=()),
        server.open(),
        server.bag(),
        server.open("pebbles", options={"dice": "physical", "decks": "physical"}),
        server.open("pebbles", options={"mode": "score"}),
    ]
    for desk in desks:
        desk.seat(1).move({"type": "draw", "k": 3}) if desk.opened["seats"] else None
    # a print that is done, and a card of ours
    server.client.post("/api/press", json={"game": "pebbles", "items": ["score-pad"]})
    yield server, desks
    server.services.jobs.close()
    store.dispose()


@pytest.fixture(scope="module")
def api(fuzzed: tuple[Server, list[Desk]]) -> Any:
    server, _ = fuzzed
    found = schemathesis.openapi.from_wsgi("/api/openapi.json", server.app)
    found.config.generation.update(
        modes=[GenerationMode.POSITIVE, GenerationMode.NEGATIVE], with_security_parameters=False
    )
    return found


turns = itertools.count()
OPERATIONS = [
    (path, verb) for path, verbs in description()["paths"].items() for verb in verbs if not path.endswith("/stream")
]


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
@pytest.mark.parametrize(("path", "verb"), OPERATIONS)
def test_whatever_is_sent_the_answer_is_one_that_is_described(
    api: Any, fuzzed: tuple[Server, list[Desk]], path: str, verb: str, mode: GenerationMode
) -> None:
    cases = api[path][verb].as_strategy(generation_mode=mode)

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(cases)
    def send(case: Any) -> None:
        aim(case, *fuzzed)

    try:
        send()
    except Unsatisfiable:
        # Nothing about this request can be wrong.
        assert mode is GenerationMode.NEGATIVE


def aim(case: Any, server: Server, desks: list[Desk]) -> None:
    """Send a case; mostly to a table that is there, with a token that it knows, and a seat that it has."""
    number = next(turns)
    desk = desks[number % len(desks)]
    if "table" in case.path_parameters and number % 7:
        case.path_parameters["table"] = desk.table
    if "job" in case.path_parameters and number % 5:
        case.path_parameters["job"] = next(iter(server.services.jobs._jobs), "none")
    if "code" in case.path_parameters and number % 5 == 1:
        case.path_parameters["code"] = sheet_code("pebbles", "score-pad")
    if "seat" in case.path_parameters and number % 2:
        case.path_parameters["seat"] = 1
    if number % 3 and isinstance(case.query, dict) and "code" in case.query:
        case.query["code"] = desk.code
    if number % 3 and isinstance(case.body, dict) and "code" in case.body:
        case.body["code"] = desk.code
    tokens = [desk.opened["host_token"], *(seat["token"] for seat in desk.opened["seats"])]
    token = tokens[number // len(desks) % len(tokens)]
    headers = {"Authorization": f"Bearer {token}"} if number % 13 else {}
    # The client in between does not unpack what is compressed.
    case.call_and_validate(headers={**headers, "Accept-Encoding": "identity"}, checks=CHECKS)


# The description itself


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return description()


def test_it_is_openapi_3_1_and_names_every_route(server: Server, document: dict[str, Any]) -> None:
    assert document["openapi"].startswith("3.1")
    rules = {
        (re.sub(r"<(?:[^:>]*:)?(\w+?)(?:_id)?>", r"{\1}", rule.rule), method.lower())
        for rule in server.app.url_map.iter_rules()
        if rule.rule.startswith("/api/")
        for method in (rule.methods or ())
        if method not in ("HEAD", "OPTIONS")
    }
    described = {(path, verb) for path, verbs in document["paths"].items() for verb in verbs}

    assert described - rules == {("/api/tables/{table}/stream", "get")}, "which is answered before Flask"
    assert rules - described == set()
    assert json.loads(server.client.get("/api/openapi.json").data) == document


def test_every_schema_is_one(document: dict[str, Any]) -> None:
    for name, schema in document["components"]["schemas"].items():
        jsonschema.Draft202012Validator.check_schema(schema)
        assert name


def resolved(document: dict[str, Any], name: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(
        {**document["components"]["schemas"][name], "components": document["components"]}
    )


def test_every_move_that_is_offered_is_one_that_is_described(server: Server, document: dict[str, Any]) -> None:
    described = resolved(document, "PlayBody")
    for desk in (
        server.open(),
        server.bag(),
        server.open("pebbles"),
        server.open("pebbles", options={"mode": "score"}),
    ):
        for move in desk.seat(1).moves():
            described.validate({"move_id": "x", "seen_seq": 2, "move": move})


def test_every_move_of_every_game_is_described_as_it_is_read(document: dict[str, Any]) -> None:
    for key, game in games().items():
        for kind in game.moves_types:
            schema = document["components"]["schemas"][f"move.{key}.{kind.type}"]
            fields = {name.rstrip("_") for name in kind.__struct_fields__}
            assert schema["properties"].keys() == {"type", "label", *fields}
            if not schema["required"][1:]:
                assert read(kind, {}) == kind()


def test_every_error_is_described_in_the_one_shape(document: dict[str, Any]) -> None:
    for verbs in document["paths"].values():
        for operation in verbs.values():
            for status, answer in operation["responses"].items():
                if int(status) >= 400:
                    schema = answer["content"]["application/json"]["schema"]
                    assert schema == {"$ref": "#/components/schemas/error"}


def test_there_is_nothing_of_this_machine_in_it(document: dict[str, Any]) -> None:
    assert str(Path.home()) not in json.dumps(document)
