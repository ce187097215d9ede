"""A bot of your own at a table of a Spuk server, with nothing but Python's standard library.

python examples/my_bot.py http://127.0.0.1:8017            plays a whole game of Ghosts against two bots
python examples/my_bot.py http://127.0.0.1:8017 TABLE 1    takes seat 1 at a table that is there
"""

import json
import random
import sys
from http.cookiejar import CookieJar
from urllib.request import HTTPCookieProcessor, Request, build_opener

SERVER = sys.argv[1].rstrip("/") + "/api/v1"
browser = build_opener(HTTPCookieProcessor(CookieJar()))  # the cookie says who we are


def call(method, path, body=None):
    """One request to the API."""
    data = None if body is None else json.dumps(body).encode()
    request = Request(SERVER + path, data, {"Content-Type": "application/json"}, method=method)
    with browser.open(request) as answer:
        return json.load(answer)


def choose(table):
    """Your idea goes here: `view` is all you may know, `legal` what you may do."""
    return random.choice(table["asked"]["legal"])["action"]


def states(table):
    """The table after each change, as the stream tells it."""
    with browser.open(f"{SERVER}/tables/{table}/stream?states=true") as stream:
        kind = None
        for line in stream:
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name == "event":
                kind = value
            elif name == "data" and kind == "state":
                yield json.loads(value)


if len(sys.argv) > 3:
    table = sys.argv[2]
    call("PUT", f"/tables/{table}/seats/{sys.argv[3]}", {"who": "me", "name": "My bot"})
else:
    seats = [{"who": "me", "name": "My bot"}, {"who": "bot", "bot": "monk"}, {"who": "bot", "bot": "random"}]
    order = {"game": "ghosts", "options": {"players": 3, "rounds": 3}, "seats": seats}
    table = call("POST", "/tables", order)["id"]
    call("POST", f"/tables/{table}/start")

seen = 0
for told in states(table):
    state = told
    while state["asked"] and state["number"] > seen:  # the stream also tells of our own moves
        seen = state["number"]
        state = call("POST", f"/tables/{table}/actions", {"number": seen, "action": choose(state)})
    if state["status"] == "finished":
        print("My seats:", state["your_seats"], "winners:", state["result"]["winners"])
        break
