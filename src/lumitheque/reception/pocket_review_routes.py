"""The requests about reviews that a house on one device answers; see pocket_routes.py."""

from collections.abc import Callable

import msgspec

from lumitheque.reception import reviews
from lumitheque.reception.faults import HouseFault
from lumitheque.reception.pocket import PocketHouse, Request
from lumitheque.reception.pocket_reviews import name_here
from lumitheque.reception.reviews import DeviceReviewWanted
from lumitheque.tables import Table


def get_review(house: PocketHouse, request: Request) -> reviews.ReviewAnswer:
    table = house.table(request.path[1])
    record = reviews.record_to_review(table, house.person)
    return tell_review(house, table, house.reviews.look(table.id, record, request.now))


def wish_review(house: PocketHouse, request: Request) -> reviews.ReviewAnswer:
    data = msgspec.json.decode(request.body or "{}", type=DeviceReviewWanted)
    table = house.table(request.path[1])
    house.reviews.wish(table.id, reviews.record_to_review(table, house.person), False, data.thorough)
    return get_review(house, request)


def call_off_review(house: PocketHouse, request: Request) -> reviews.ReviewAnswer:
    house.reviews.call_off(house.table(request.path[1]).id)
    return get_review(house, request)


def tell_review(house: PocketHouse, table: Table, answer: reviews.ReviewAnswer) -> reviews.ReviewAnswer:
    called = house.names()
    names = reviews.names_at(table, lambda person: called.get(person, ""), house.language)
    return reviews.tell(answer, names, house.language)


def get_review_of_record(house: PocketHouse, request: Request) -> reviews.ReviewAnswer:
    answer = house.reviews.look(request.path[2], None, request.now)
    if answer.standing == "none":
        raise HouseFault("unknown_review")
    return reviews.tell(answer, reviews.seats_named(answer.record, house.language), house.language)


def wish_review_of_record(house: PocketHouse, request: Request) -> reviews.ReviewAnswer:
    data = msgspec.json.decode(request.body, type=DeviceReviewWanted)
    if data.record is None:
        raise HouseFault("unknown_review")
    record = reviews.brought_to_review(data.record)
    subject = name_here(record)
    house.reviews.wish(subject, record, True, data.thorough)
    return get_review_of_record(house, request._replace(path=["study", "review", subject]))


def wish_again(house: PocketHouse, request: Request) -> reviews.ReviewAnswer:
    """Of a record whose review is here already: more thorough, or once more after it failed."""
    data, subject = msgspec.json.decode(request.body or "{}", type=DeviceReviewWanted), request.path[2]
    record = get_review_of_record(house, request).record
    if record is None:
        raise HouseFault("unknown_review")
    house.reviews.wish(subject, record, True, data.thorough)
    return get_review_of_record(house, request)


def call_off_review_of_record(house: PocketHouse, request: Request) -> reviews.ReviewAnswer:
    house.reviews.call_off(request.path[2])
    return reviews.ReviewAnswer(request.path[2], "none")


ROUTES: dict[str, Callable[[PocketHouse, Request], reviews.ReviewAnswer]] = {
    "GET tables * review": get_review,
    "POST tables * review": wish_review,
    "DELETE tables * review": call_off_review,
    "POST study review": wish_review_of_record,
    "GET study review *": get_review_of_record,
    "POST study review *": wish_again,
    "DELETE study review *": call_off_review_of_record,
}
