package dev.hyperterse.runtime.search;

import dev.hyperterse.runtime.search.text.SearchToken;
import java.util.List;

/**
 * A tool as the tokens of its fields, and its hit written ahead. Costs most of what indexing costs, so a slot that is
 * rebuilt takes it over for every tool that did not change.
 *
 * @param fields one list of tokens per {@link SearchField}, by ordinal
 */
record AnalyzedDocument(SearchDocument document, List<List<SearchToken>> fields, HitJson hit) {
    List<SearchToken> tokens(SearchField field) {
        return fields.get(field.ordinal());
    }
}
