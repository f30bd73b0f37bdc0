"""The walk, the constructors and plain text of pandoc's tree."""

import json

from pipeline.document import ast
from pipeline.document.pandoc import convert

PARAGRAPH = ast.paragraph(
    [*ast.words("ein Wort"), ast.span(ast.attr("x", ["claim"], {"check": "a > b"}), ast.words("hier"))]
)


def test_a_walk_goes_from_the_leaves_up_and_leaves_its_input_alone():
    seen = []

    def visit(node):
        seen.append(node["t"])
        return ast.string(node["c"].upper()) if node["t"] == "Str" else None

    changed = ast.walk([PARAGRAPH], visit, words=True)
    assert seen == ["Str", "Space", "Str", "Str", "Span", "Para"]
    assert ast.text(changed).strip() == "EIN WORTHIER"
    assert ast.text([PARAGRAPH]).strip() == "ein Worthier"


def test_a_visit_may_put_several_nodes_or_none_in_the_place_of_one():
    def visit(node):
        if node["t"] == "Space":
            return []
        return [node, ast.string("!")] if node["t"] == "Str" else None

    assert ast.text(ast.walk([PARAGRAPH], visit, words=True)).strip() == "ein!Wort!hier!"


def test_words_are_visited_only_if_asked_for():
    assert [node["t"] for node in ast.nodes([PARAGRAPH])] == ["Para", "Span"]
    assert [node["t"] for node in ast.nodes([PARAGRAPH], words=True)] == ["Para", "Str", "Space", "Str", "Span", "Str"]
    seen = []
    assert ast.walk([PARAGRAPH], seen.append) == [PARAGRAPH]
    assert [node["t"] for node in seen] == ["Span", "Para"]


def test_a_dense_tree_has_words_and_spaces_as_one_text_and_says_the_same():
    placed = PARAGRAPH["c"][0] | {"place": ["01.md", 1, 1]}
    dense = ast.dense([ast.paragraph([placed, *PARAGRAPH["c"][1:], {"t": "SoftBreak"}, ast.string("da")])])
    hier = ast.span(ast.attr("x", ["claim"], {"check": "a > b"}), [ast.string("hier")])
    assert dense == [ast.paragraph([ast.string("ein Wort"), hier, ast.string(" da")])]


def test_pandoc_writes_the_same_html_from_a_dense_tree():
    text = """# Titel

Ein *Wort*, „zwei“;
und $x$ [*hier*](#a) &amp; <b>

- eins
- zwei  drei

| a b | c |
|-----|---|
| 1   | d e |
"""
    tree = json.loads(convert(text, "markdown", "json"))
    said = [convert(json.dumps(each), "json", "html5", "--wrap=none") for each in (tree, ast.dense(tree))]
    assert said[0] == said[1]
    assert "zwei drei" in said[0]


def test_attributes_are_set_dropped_and_added_on_a_copy():
    node = PARAGRAPH["c"][-1]
    changed = ast.with_attributes(node, identifier="y", add=["failed"], reason="so", check=None)
    assert (ast.identifier(changed), ast.classes(changed)) == ("y", ("claim", "failed"))
    assert ast.attributes(changed) == {"reason": "so"}
    assert ast.attributes(node) == {"check": "a > b"}


def test_text_keeps_formulas_and_writes_german_quotes():
    math = {"t": "Math", "c": [{"t": "InlineMath"}, r"\frac12"]}
    quoted = {"t": "Quoted", "c": [{"t": "DoubleQuote"}, [ast.string("ja")]]}
    note = {"t": "Note", "c": [PARAGRAPH]}
    assert ast.text([math, quoted, note]) == r"\frac12„ja“"


def test_pandoc_reads_what_the_constructors_make_and_ignores_places():
    blocks = [
        ast.header(2, ast.attr("sec:a"), ast.words("Ein Titel")),
        PARAGRAPH | {"place": ["a.md", 1, 1]},
        ast.bullets([[ast.plain(ast.words("Punkt"))]]),
        ast.div(ast.attr("", ["back"]), [ast.paragraph([ast.link(ast.attr(), ast.words("zurück"), "#sec:a")])]),
    ]
    html = convert(json.dumps(ast.document(blocks)), "json", "html")
    assert '<h2 id="sec:a">Ein Titel</h2>' in html
    assert '<a href="#sec:a">zurück</a>' in html
