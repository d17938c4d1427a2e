"""The press: what can be printed, jobs that print it, their PDF, and pictures of their pages."""

from __future__ import annotations

from flask import Blueprint, Response, request

from companion.canonical import Plain
from companion.game import find_game
from companion.refusals import Refusal
from webapp import press
from webapp.access import check_origin
from webapp.api.bodies import PicturesBody, PressBody
from webapp.api.context import answer, body, speak_for, spoken, whole_number
from webapp.errors import Problem
from webapp.jobs import Job
from webapp.pages.address import named_link
from webapp.press_work import CUTS, PDF, Size, cuts_file, picture
from webapp.render import speak
from webapp.services import services

routes = Blueprint("api_press", __name__)


def _told(job: Job) -> dict[str, Plain]:
    return press.job_json(services().jobs, job, speak(spoken()))


@routes.get("/press/games/<game>")
def choices(game: str) -> Response:
    """Everything that can be chosen for a game."""
    try:
        found = find_game(game)
    except Refusal as caught:
        raise Problem(404, caught.key, **caught.args_) from caught
    speak_for(found)
    known = press.choices(found, spoken())
    return answer(
        {
            "items": [
                {
                    "key": one.key,
                    "name": one.name,
                    "papers": list(one.papers),
                    "up": list(one.up),
                    "fillable": one.fillable,
                }
                for one in known.items
            ],
            "kit": {"players": list(known.players), "papers": list(known.kit_papers)},
            "papers": list(known.papers),
            "inks": list(known.inks),
            "languages": list(known.languages),
            "sets": list(known.sets),
            "printers": list(press.printers(services().settings.folder)),
        }
    )


@routes.post("/press")
def begin() -> Response:
    """Put an order into the queue."""
    wanted = body(PressBody)
    found, owner = services(), request.remote_addr or ""
    job = press.begin(found.jobs, owner, wanted.order(), folder=found.settings.folder, link=named_link(), lang=spoken())
    return answer(_told(job), 202)


@routes.get("/press/<job>")
def look(job: str) -> Response:
    """How far a job is."""
    return answer(_told(services().jobs.find(job)))


@routes.delete("/press/<job>")
def cancel(job: str) -> Response:
    """End a job; one that is over stays as it is."""
    found = services().jobs.find(job)
    check_origin(request.method, request.headers.get("Origin"), request.host, lambda: False)
    services().jobs.cancel(found)
    return answer(_told(found))


@routes.get("/press/<job>/pdf")
def pdf(job: str) -> Response:
    """The PDF of a job that is done."""
    found = services().jobs.find(job)
    press.require_done(found)
    try:
        data = (found.folder / PDF).read_bytes()
    except OSError as caught:
        raise Problem(404, "job.gone") from caught
    name = press.file_name(found.about["order"])
    headers = {"Content-Language": spoken(), "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(data, 200, headers, mimetype="application/pdf")


@routes.get("/press/<job>/cuts/<kind>")
def cuts(job: str, kind: str) -> Response:
    """The lines of the cuts for a machine: every different sheet as a file of one archive."""
    found = services().jobs.find(job)
    press.require_done(found)
    if kind not in CUTS:
        raise Problem(404, "not-found")
    try:
        data = (found.folder / cuts_file(kind)).read_bytes()
    except OSError as caught:
        raise Problem(404, "cli.no_cuts") from caught
    name = press.file_name(found.about["order"]).removesuffix(".pdf")
    headers = {"Content-Language": spoken(), "Content-Disposition": f'attachment; filename="{name}-{kind}.zip"'}
    return Response(data, 200, headers, mimetype="application/zip")


@routes.post("/press/<job>/pictures")
def more(job: str) -> Response:
    """Have pictures of some pages made; they are there a little later."""
    found, wanted = services().jobs.find(job), body(PicturesBody)
    press.more_pictures(services().jobs, found, list(wanted.pages), "large" if wanted.large else "small")
    return answer(_told(found), 202)


@routes.get("/press/<job>/pages/<int:page>")
def page(job: str, page: int) -> Response:
    """The picture of a page that has been made."""
    found = services().jobs.find(job)
    size: Size = "large" if whole_number("large") else "small"
    try:
        data = (found.folder / picture(page, size)).read_bytes()
    except OSError as caught:
        raise Problem(404, "job.no_picture") from caught
    headers = {"Content-Language": spoken(), "Cache-Control": "private, max-age=1800"}
    return Response(data, 200, headers, mimetype="image/png")
