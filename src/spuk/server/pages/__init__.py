"""The pages of the browser table: one module each, all in the same frame."""

from __future__ import annotations

from fastapi import APIRouter

from spuk.server.pages import docs, files, lobby, new, records, replay, rules, start, table, tutorial
from spuk.server.pages import me as mine

router = APIRouter(include_in_schema=False)
for _page in (files, start, new, mine, records, docs, rules, tutorial, lobby, replay, table):
    router.include_router(_page.router)
