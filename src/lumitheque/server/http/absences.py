"""/api/me/absences: holidays and quiet hours, which count at all tables over days."""

from litestar.params import JSONBody

from lumitheque.server.absences.dates import MOST_DAYS, Absences, days_left, today
from lumitheque.server.http.routing import Services, Visitor, get, put
from lumitheque.server.http.shapes import AbsencesTold, AbsencesWanted
from lumitheque.server.services import Services as TheServices


@get("/api/me/absences", tags=["me"], summary="Your holidays and quiet hours")
async def get_absences(services: Services, visitor: Visitor) -> AbsencesTold:
    return tell_absences(services, await services.absences.of(visitor.person))


def tell_absences(services: TheServices, absences: Absences) -> AbsencesTold:
    year = today(absences.zone, services.settings.clock.now()).year
    left = {str(one): days_left(absences, one) for one in (year, year + 1)}
    return AbsencesTold(absences.holidays, absences.quiet, absences.zone, left, MOST_DAYS)


@put("/api/me/absences", tags=["me"], summary="Choose holidays and quiet hours, for all your tables over days")
async def put_absences(services: Services, visitor: Visitor, data: JSONBody[AbsencesWanted]) -> AbsencesTold:
    """All of them at once. A day of holiday that has begun stays one."""
    services.guard.count_command(visitor)
    await services.house.people.meet(visitor.person)
    wanted = Absences(data.holidays, data.quiet, data.zone)
    chosen = await services.absences.change(visitor.person, wanted)
    await services.holidays.renewed(visitor.person)
    return tell_absences(services, chosen)


ROUTES = [get_absences, put_absences]
