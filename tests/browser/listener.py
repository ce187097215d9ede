"""Somebody who plays with a screen reader: knows nothing but the accessibility tree and what is announced."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.browser.visitor import Visitor

Wanted = Callable[["Node"], bool]
_MOST_TABS = 250
_PATIENCE = 200
"""Looks at the page, one every tenth of a second, before something was expected in vain."""

_QUIET = 7
"""Looks without anything new: what happens at once is announced at once."""


@dataclass(frozen=True)
class Node:
    """What a screen reader knows of one thing on the page."""

    role: str
    name: str
    keys: str


class Listener:
    """Presses keys, listens, and asks where the focus is."""

    def __init__(self, visitor: Visitor) -> None:
        self._page = visitor.page
        self._line = visitor.context.new_cdp_session(visitor.page)
        self._heard = ""

    # ── what can be known ───────────────────────────────────────────────────────────────────

    def nodes(self, role: str) -> list[Node]:
        """Everything of this role on the page."""
        return [_node(found) for found in self._query(self._page_root(), role)]

    def focus(self) -> Node:
        """Where the focus is."""
        active = self._line.send("Runtime.evaluate", {"expression": "document.activeElement"})["result"]
        order = {"objectId": active["objectId"], "fetchRelatives": False}
        found = self._line.send("Accessibility.getPartialAXTree", order)["nodes"]
        return _node(found[0]) if found and not found[0].get("ignored") else Node("", "", "")

    def announced(self) -> str:
        """All that was ever put into the polite live region."""
        logs = self._query(self._page_root(), "log")
        texts = [self._query({"backendNodeId": log["backendDOMNodeId"]}, "StaticText") for log in logs]
        return " ".join(_node(text).name for found in texts for text in found)

    def _page_root(self) -> dict[str, Any]:
        return {"nodeId": self._line.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]}

    def _query(self, start: dict[str, Any], role: str) -> list[dict[str, Any]]:
        found = self._line.send("Accessibility.queryAXTree", {**start, "role": role})["nodes"]
        return [node for node in found if not node.get("ignored")]

    def listen(self) -> str:
        """What has been announced since the last time; waits for it, and until it is over."""
        told = self._when(lambda told: told != self._heard)
        news, self._heard = told.removeprefix(self._heard).strip(), told
        return news

    def wait_for_heading(self, words: str) -> None:
        """A page was opened: its headings are read; what was announced meanwhile is known."""
        self._heard = self._when(lambda told: any(words in heading.name for heading in self.nodes("heading")))

    def _when(self, enough: Callable[[str], bool]) -> str:
        """All that was announced, when it has been quiet for a while and there is enough of it."""
        told, quiet = "", 0
        for _ in range(_PATIENCE):
            self._page.wait_for_timeout(100)
            before, told = told, self.announced()
            quiet = quiet + 1 if told == before else 0
            if quiet >= _QUIET and enough(told):
                return told
        raise AssertionError(f"silence after {told[-300:]!r}")

    # ── what can be done ────────────────────────────────────────────────────────────────────

    def press(self, key: str) -> None:
        self._page.keyboard.press(key)

    def tab_to(self, wanted: Wanted, key: str = "Tab") -> Node:
        """Go from one thing to the next until it is what is wanted."""
        for _ in range(_MOST_TABS):
            self.press(key)
            here = self.focus()
            if wanted(here):
                return here
        raise AssertionError("it cannot be reached with Tab")


def _node(node: dict[str, Any]) -> Node:
    properties = {one["name"]: one["value"].get("value") for one in node.get("properties", ())}
    return Node(
        node["role"]["value"],
        str(node.get("name", {}).get("value", "")),
        str(properties.get("keyshortcuts", "")),
    )
