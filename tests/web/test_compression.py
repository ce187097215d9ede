"""Fewer bytes: what browsers take, streams in messages, files and pages."""

from __future__ import annotations

import gzip
import zlib

import pytest
from tests.web.house import House, visit

from spuk.render.static_files import address_of, static_files
from spuk.server.compression import PackedStream, _packed_message, accepted, codecs, packed


@pytest.mark.parametrize(
    ("header", "first"),
    [
        ("gzip, deflate, br, zstd", next(iter(codecs()))),
        ("gzip", "gzip"),
        ("GZIP;q=0.5", "gzip"),
        ("*", next(iter(codecs()))),
        ("identity", ""),
        ("gzip;q=0", ""),
        ("gzip;q=0, *", next((name for name in codecs() if name != "gzip"), "")),
        ("gzip;q=nonsense", ""),
        ("", ""),
    ],
)
def test_browsers_get_what_they_take(header: str, first: str) -> None:
    assert next(iter(accepted(header)), "") == first


def test_a_stream_is_read_message_by_message_and_is_a_whole_file_at_its_end() -> None:
    messages = [b"event: beat\ndata: {}\n\n", b"x" * 70_000, "Käse ".encode() * 500, b"y"]
    stream, reader, sent = PackedStream(), zlib.decompressobj(31), b""
    for message in messages:
        piece = stream.message(message)
        assert reader.decompress(piece) == message  # all of it, at once
        sent += piece
    sent += stream.end()
    assert gzip.decompress(sent) == b"".join(messages)
    assert gzip.decompress(PackedStream().end()) == b""


def test_the_same_message_is_compressed_once_for_everybody() -> None:
    _packed_message.cache_clear()
    message = b"the same for all " * 100
    streams = [PackedStream() for _ in range(50)]
    for stream in streams:
        stream.message(b"their own")
    for stream in streams:
        stream.message(message)
    assert _packed_message.cache_info().misses == 2


def test_what_a_message_repeats_of_the_one_before_does_not_shorten_it() -> None:
    """Else the length of one message would tell what was in another."""
    stream = PackedStream()
    stream.message(b"the hand of Ann: vampire 3, mummy 1, frankenstein 2, phantom 2")
    again = stream.message(b"the hand of Ann: vampire 3, mummy 1, frankenstein 2, phantom 2")
    other = PackedStream()
    other.message(b"")
    assert len(again) == len(other.message(b"the hand of Ann: vampire 3, mummy 1, frankenstein 2, phantom 2"))


def test_the_length_of_a_page_is_padded_by_chance() -> None:
    page = b"<p>secret</p>" * 100
    found = {len(packed(page)) for _ in range(60)}
    assert len(found) > 10
    assert gzip.decompress(packed(page)) == page


def test_pages_answers_and_files_are_compressed_for_those_who_take_it(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest("Ann")
        for path in ("/", "/rules/ghost-stories", "/api/v1/openapi.json"):
            plain = await ann.http.get(path, headers={"Accept-Encoding": "identity"})
            small = await ann.http.get(path, headers={"Accept-Encoding": "gzip"})
            assert "content-encoding" not in plain.headers
            assert small.headers["content-encoding"] == "gzip"
            assert plain.headers["vary"] == small.headers["vary"] == "Accept-Encoding"
            assert int(small.headers["content-length"]) < len(small.content) / 2
        tiny = await ann.http.get("/health", headers={"Accept-Encoding": "gzip"})
        assert "content-encoding" not in tiny.headers
        rules = await ann.http.get("/rules/ghost-stories", headers={"Accept-Encoding": "gzip"})
        assert int(rules.headers["content-length"]) <= 30_000

        file = address_of("table.css")
        tags = set()
        for encoding in ("identity", *codecs()):
            answer = await ann.http.get(file, headers={"Accept-Encoding": encoding})
            assert answer.headers.get("content-encoding", "identity") == encoding
            assert answer.headers["vary"] == "Accept-Encoding"
            tags.add(answer.headers["etag"])
            again = {"Accept-Encoding": encoding, "If-None-Match": answer.headers["etag"]}
            kept = await ann.http.get(file, headers=again)
            assert (kept.status_code, kept.content) == (304, b"")
            if encoding in ("identity", "gzip"):
                assert answer.content == static_files().files["table.css"].plain
        assert len(tags) == 1 + len(codecs())

    visit(sqlite, story)
