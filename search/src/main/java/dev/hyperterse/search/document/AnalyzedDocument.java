package dev.hyperterse.search.document;

import dev.hyperterse.search.text.SearchToken;
import java.util.List;

/**
 * The tokens of a tool's fields, and its hit as JSON. Analysis is most of the cost of indexing, so a rebuilt slot
 * reuses it for every unchanged tool.
 *
 * @param fields one list of tokens per {@link SearchField}, by ordinal
 */
public record AnalyzedDocument(SearchDocument document, List<List<SearchToken>> fields, HitJson hit) {
    public List<SearchToken> tokens(SearchField field) {
        return fields.get(field.ordinal());
    }
}
