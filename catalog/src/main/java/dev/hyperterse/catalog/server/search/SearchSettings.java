package dev.hyperterse.catalog.server.search;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Optional;

/**
 * The entry tools, and how search answers; hidden statements are neither shown nor ranked on.
 *
 * @param language whose words are found in every inflection
 * @param hits the members of a hit; where empty, the usual ones
 * @param tools the names of the entry tools, where they are not the usual ones
 */
public record SearchSettings(
        int limit,
        boolean showStatements,
        SearchLanguage language,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<HitMember> hits,
        Optional<EntryToolNames> tools) {
    public SearchSettings {
        // Catalogs written before there was a choice do not name one.
        language = language == null ? SearchLanguage.English : language;
        hits = hits == null ? List.of() : List.copyOf(hits);
    }

    public EntryToolNames entryTools() {
        return tools.orElse(EntryToolNames.USUAL);
    }

    /** Whether hits of the same tool are equal. */
    public boolean hasSameHits(SearchSettings other) {
        return showStatements == other.showStatements
                && hits.equals(other.hits)
                && entryTools().change().equals(other.entryTools().change());
    }
}
