"""Exact sentences, so that nobody changes the words without seeing it."""

from __future__ import annotations

import pytest
from tests.words import ghosts_tour
from tests.words.tour import CORNER, GAME, SMALL, read, waiting

import spuk
from spuk.games.ghost_stories.board import POWERS, TILES
from spuk.games.ghost_stories.words import action_words, event_words, turn_words
from spuk.games.ghost_stories.words.names import (
    ability_words,
    board_name,
    card_effects,
    card_name,
    level_name,
    place_name,
    power_effect,
    power_name,
    taoist_name,
    thing_name,
    tile_effect,
    tile_name,
    tile_to,
)
from spuk.games.ghosts import words as ghosts
from spuk.kernel.game import Event
from spuk.language.catalog import say_number


def act(position: str, action: str, lang: str) -> str:
    return action_words(read(position), GAME.action(action), lang)


def happen(position: str, id: str, lang: str, **values: int) -> str:
    return event_words(read(position), Event(id, values), lang)


@pytest.mark.parametrize(
    ("action", "en", "de", "pl"),
    [
        ("move:9", "Move to the Tea House", "Zum Teehaus gehen", "Idź do Herbaciarni"),
        ("help", "Ask for help at the Cemetery", "Um Hilfe bitten: Friedhof", "Poproś o pomoc: Cmentarz"),
        (
            "exorcise",
            "Exorcise Bleeding Eyes and Hope Killer",
            "Austreibung versuchen: Blutträne und Zerstörer der Hoffnung",
            "Spróbuj przegnać: Krwawa maska i Zabójca nadziei",
        ),
        (
            "buddha:E2",
            "Place a Buddha on the green board (east, space 2)",
            "Einen Buddha auf die grüne Spieltafel (Osten, Feld 2) setzen",
            "Postaw figurkę Buddy na zielonej planszy (wschód, miejsce 2)",
        ),
        (
            "pay:Wr",
            "Spend a red Tao token from the yellow Taoist",
            "Einen roten Tao-Marker des gelben Taoisten zahlen",
            "Wydaj czerwony znacznik tao żółtego taoisty",
        ),
        (
            "giveqi:S",
            "Give the Qi to the blue Taoist",
            "Das Qi dem blauen Taoisten geben",
            "Daj znacznik qi niebieskiemu taoiście",
        ),
        (
            "revive:E",
            "Revive the green Taoist",
            "Den grünen Taoisten ins Leben zurückholen",
            "Przywróć do życia zielonego taoistę",
        ),
        (
            "retake:1",
            "Take 1 Power token from the centre tile",
            "1 Kraft-Marker aus der Mitte nehmen",
            "Weź ze środka 1 żeton mocy",
        ),
        (
            "retake:3",
            "Take 3 Power tokens from the centre tile",
            "3 Kraft-Marker aus der Mitte nehmen",
            "Weź ze środka 3 żetony mocy",
        ),
        ("reroll:13", "Reroll: red, blue", "Neu würfeln: rot, blau", "Przerzuć: czerwona, niebieska"),
        ("roll:w", "Tao die: white", "Tao-Würfel: weiß", "Kość tao: biała"),
        (
            "curse:ghost",
            "Curse die: a ghost arrives",
            "Fluch-Würfel: ein Geist erscheint",
            "Kość klątwy: pojawia się duch",
        ),
        ("draw:6", "Card 6: Zombie", "Karte 6: Zombie", "Karta 6: Zombie"),
    ],
)
def test_actions(action: str, en: str, de: str, pl: str) -> None:
    assert act(CORNER, action, "en") == en
    assert act(CORNER, action, "de") == de
    assert act(CORNER, action, "pl") == pl


def test_a_drawn_ghost_and_a_space_that_a_buddha_guards() -> None:
    state = waiting(read(CORNER), "place", 6)
    place = GAME.action("place:N3")
    assert action_words(state, place, "en") == (
        "Place Zombie on the red board (north, space 3) – guarded by a Buddha"
    )
    assert action_words(state, place, "de") == (
        "Zombie: auf die rote Spieltafel (Norden, Feld 3) legen – ein Buddha schützt dieses Feld"
    )
    assert action_words(state, place, "pl") == (
        "Zombie: połóż na czerwonej planszy (północ, miejsce 3) – tego miejsca strzeże Budda"
    )


def test_an_action_that_needs_another_step_says_so() -> None:
    with pytest.raises(ValueError, match="'place' is not the current decision; it is 'yang'"):
        act(CORNER, "place:N3", "en")


def test_two_ghosts_of_one_name_are_told_apart() -> None:
    state = read("en normal 4p N=red/@1 N1=6 W3=7")
    assert action_words(state, GAME.action("banish:first"), "en") == (
        "Banish Zombie, red board (north, space 1)"
    )
    assert action_words(state, GAME.action("banish:second"), "en") == (
        "Banish Zombie, yellow board (west, space 3)"
    )


@pytest.mark.parametrize(
    ("id", "values", "en", "de", "pl"),
    [
        (
            "qi_lost",
            {"board": 0, "left": 2},
            "The red Taoist loses 1 Qi (2 left)",
            "Der rote Taoist verliert 1 Qi (noch 2)",
            "Czerwony taoista traci 1 znacznik qi (zostało: 2)",
        ),
        (
            "tile_haunted",
            {"place": 8, "space": -1},
            "The Tea House is now haunted",
            "Hier spukt es jetzt: Teehaus",
            "Ten kafel jest teraz nawiedzony: Herbaciarnia",
        ),
        (
            "tile_haunted",
            {"place": 8, "space": 0},
            "Bleeding Eyes haunts the Tea House",
            "Blutträne bringt Spuk ins Dorf: Teehaus",
            "Krwawa maska nawiedza ten kafel: Herbaciarnia",
        ),
        (
            "exorcism_began",
            {"board": 3, "dice": 1},
            "The yellow Taoist attempts an exorcism with 1 die",
            "Der gelbe Taoist versucht eine Austreibung mit 1 Würfel",
            "Żółty taoista próbuje przegnać duchy, rzucając 1 kością",
        ),
        (
            "ghost_banished",
            {"card": 57, "space": 0, "board": 0},
            "The red Taoist banishes an incarnation of Wu-Feng: Uncatchable",
            "Der rote Taoist treibt eine Inkarnation von Wu-Feng aus: Unfassbarer",
            "Czerwony taoista przegania wcielenie Wu Fenga: Nieuchwytny",
        ),
        (
            "game_lost",
            {"reason": 3},
            "Defeat! Too many village tiles are haunted.",
            "Niederlage! In zu vielen Dorffeldern spukt es.",
            "Porażka! Zbyt wiele kafli wioski zostało nawiedzonych.",
        ),
    ],
)
def test_events(id: str, values: dict[str, int], en: str, de: str, pl: str) -> None:
    assert happen(CORNER, id, "en", **values) == en
    assert happen(CORNER, id, "de", **values) == de
    assert happen(CORNER, id, "pl", **values) == pl


def test_a_neutral_board_is_no_taoist() -> None:
    assert happen(SMALL, "qi_lost", "en", board=3, left=1) == ("The yellow board (west) loses 1 Qi (1 left)")
    assert happen(SMALL, "turn_began", "de", board=3) == (
        "Die Geister handeln auf der gelben Spieltafel (Westen)"
    )
    assert happen(SMALL, "turn_began", "pl", board=2) == ("Duchy działają na niebieskiej planszy (południe)")


def test_whose_turn_it_is_and_what_is_asked() -> None:
    state = read(CORNER)
    assert turn_words(state, "en") == "The red Taoist, Yang phase, before moving. What will you do?"
    asked = waiting(state, "place", 6)
    assert turn_words(asked, "en").endswith("Where should Zombie go?")
    assert turn_words(asked, "de").endswith("Zombie: Wo erscheint dieser Geist?")
    assert turn_words(asked, "pl").endswith("Zombie: gdzie pojawia się ten duch?")


def test_somebody_else_who_decides_is_named() -> None:
    asked = waiting(read(CORNER), "discard", 1, actor=1)
    assert turn_words(asked, "de") == (
        "Der rote Taoist, Yang-Phase, vor der Bewegung. "
        "Der grüne Taoist entscheidet: Welchen Tao-Marker legst du ab?"
    )


def test_a_game_that_is_over_says_why() -> None:
    state = read(CORNER)
    state.end, state.actor = 5, spuk.OVER
    assert turn_words(state, "en") == "Game over. All Taoists are dead."
    assert turn_words(state, "pl") == "Koniec gry. Żaden taoista nie pozostał przy życiu."


@pytest.mark.parametrize(
    ("n", "left", "points"),
    [
        (0, "w talii zostało 0 kart", "Razem: 0 punktów"),
        (1, "w talii została 1 karta", "Razem: 1 punkt"),
        (2, "w talii zostały 2 karty", "Razem: 2 punkty"),
        (5, "w talii zostało 5 kart", "Razem: 5 punktów"),
        (12, "w talii zostało 12 kart", "Razem: 12 punktów"),
        (22, "w talii zostały 22 karty", "Razem: 22 punkty"),
    ],
)
def test_polish_plurals(n: int, left: str, points: str) -> None:
    assert say_number("pl", "ui.deck_left", n) == left
    assert say_number("pl", "ui.total", n) == points


def test_english_and_german_plurals() -> None:
    assert say_number("en", "ui.deck_left", 1) == "1 card left in the deck"
    assert say_number("en", "ui.deck_left", 0) == "0 cards left in the deck"
    assert say_number("de", "ui.deck_left", 1) == "noch 1 Karte im Stapel"
    assert say_number("de", "ui.deck_left", 2) == "noch 2 Karten im Stapel"


def test_the_first_german_edition_has_other_names_for_six_powers() -> None:
    differing = [p for p in POWERS if power_name(p, "de", "de1") != power_name(p, "de", "de2")]
    assert differing == [
        "enfeeblement_mantra",
        "heavenly_gust",
        "second_wind",
        "strength_of_a_mountain",
        "dance_of_the_spires",
        "dance_of_the_twin_winds",
    ]
    # Its “Schwingen des Kranichs” is the blue power, in the second edition it is the red one.
    assert power_name("second_wind", "de", "de1") == "Schwingen des Kranichs"
    assert power_name("dance_of_the_spires", "de", "de2") == "Schwingen des Kranichs"
    assert power_name("second_wind", "en", "de1") == "Second Wind"
    assert thing_name("power_token", "de", "de1") == "Kraft-Marker"
    assert thing_name("power_token", "de", "de2") == "Geliehene Kraft"


def test_the_edition_in_play_gives_the_names() -> None:
    state = "{} normal 4p N=blue/wind S=red/twin"
    assert act(state.format("de1"), "twin:E", "de") == ("Weg der Zwillingswinde: den grünen Taoisten bewegen")
    assert act(state.format("de2"), "twin:E", "de") == (
        "Tanz der Zwillingswinde: den grünen Taoisten bewegen"
    )


def test_tooltips_follow_the_edition() -> None:
    block = ("left", "group_block_power")
    assert "end of the game" in ability_words(*block, "en", "de1")
    assert "end of the game" not in ability_words(*block, "en", "de2")
    buddha = ("centre", "buddha_needed_to_exorcise")
    assert ability_words(*buddha, "en", "de2") != ability_words(*buddha, "en", "en")
    assert power_effect("dance_of_the_twin_winds", "en", "de2").startswith("After you move")
    assert power_effect("dance_of_the_twin_winds", "en", "pl").startswith("Before you move")
    assert tile_effect("pavilion", "en", solo=True) != tile_effect("pavilion", "en")
    assert tile_effect("cemetery", "en", solo=True) == tile_effect("cemetery", "en")


def test_names() -> None:
    assert card_name(8, "pl") == "Wampir"
    assert [level_name("hell", lang) for lang in ("en", "de", "pl")] == ["Hell", "Hölle", "piekielny"]
    assert board_name(0, "en") == "north board"
    assert board_name("north", "en", "red") == "red board (north)"
    assert taoist_name("yellow", "pl", "acc") == "żółtego taoistę"
    assert place_name(4, "en") == "centre"
    assert card_effects(47, "en") == [
        "While in play: it captures a Tao die, so everyone rolls one die fewer.",
        "On arrival: another ghost arrives as well.",
        "When exorcised: take a Tao token of your choice.",
    ]


def test_english_tiles_go_by_their_printed_names() -> None:
    for tile in TILES:
        assert tile_to(tile, "en") == f"to the {tile_name(tile, 'en')}"


# ── Ghosts ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("line", "action", "en", "de", "pl"),
    [
        (
            ghosts_tour.OPEN,
            "play:f2",
            "Open with Frankie 2: fear level 2",
            "Mit Frankie 2 eröffnen: Angstfaktor 2",
            "Otwórz kartą Frankie 2: poziom strachu 2",
        ),
        (
            ghosts_tour.ANSWER,
            "play:s2",
            "Skeleton 2: fear level rises to 7",
            "Skelett 2: Der Angstfaktor steigt auf 7",
            "Kościotrup 2: poziom strachu rośnie do 7",
        ),
        (
            ghosts_tour.ANSWER,
            "play:m2",
            "Mummy 2: mirror, fear level stays at 5, direction reverses",
            "Mumie 2: Spiegel, der Angstfaktor bleibt 5, die Richtung wechselt",
            "Mumia 2: lustro, poziom strachu to nadal 5, kierunek się odwraca",
        ),
        (
            ghosts_tour.TWO,
            "play:m2",
            "Mummy 2: mirror, fear level stays at 5",
            "Mumie 2: Spiegel, der Angstfaktor bleibt 5",
            "Mumia 2: lustro, poziom strachu to nadal 5",
        ),
        (
            ghosts_tour.ANSWER,
            "giveback:2",
            "Return 2 fear",
            "2 Angstmarker zurücklegen",
            "Oddaj 2 punkty strachu",
        ),
    ],
)
def test_actions_of_ghosts(line: str, action: str, en: str, de: str, pl: str) -> None:
    game = spuk.game("ghosts")
    said = [game.words(game.from_text(line), game.action(action), lang) for lang in ("en", "de", "pl")]
    assert said == [en, de, pl]


def test_a_card_that_somebody_else_draws_is_not_named() -> None:
    state = spuk.game("ghosts").from_text(ghosts_tour.ANSWER)
    event = Event("card_drawn", {"seat": 2, "card": 17})
    assert ghosts.event_words(state, state.redact(event, 2), "en") == "Player 3 draws: Pumpkin 3"
    assert ghosts.event_words(state, state.redact(event, 1), "en") == "Player 3 draws a card"
    assert ghosts.hidden_draw_words(2, 5, "pl") == "Gracz 3 dobiera 5 kart"
    assert ghosts.hidden_draw_words(2, 2, "pl") == "Gracz 3 dobiera 2 karty"


def test_winners_of_ghosts_share_a_tie() -> None:
    assert ghosts.turn_words(ghosts_tour.over("1,2,3,4"), "en") == (
        "Game over. Player 1 wins with the least fear: 1"
    )
    assert ghosts.turn_words(ghosts_tour.over("1,1,1,4"), "de") == (
        "Die Partie ist zu Ende. "
        "Spieler 1, Spieler 2 und Spieler 3 gewinnen gemeinsam mit der geringsten Angst: 1"
    )
    assert ghosts.winners_words([0, 4], 0, "pl") == (
        "Gracz 1 i Gracz 5 wygrywają wspólnie, mając najmniej strachu: 0"
    )


def test_what_a_card_in_hand_would_do() -> None:
    game = spuk.game("ghosts")
    state = game.from_text(ghosts_tour.ANSWER)
    effects = [ghosts.effect_words(state, game.action(f"play:{card}"), "en") for card in ("s2", "m2", "x")]
    assert effects == ["raise to 7", "mirror: 5", "stays at 5"]
    with pytest.raises(ValueError, match="'take' does not play a card"):
        ghosts.effect_words(state, game.action("take"), "en")
