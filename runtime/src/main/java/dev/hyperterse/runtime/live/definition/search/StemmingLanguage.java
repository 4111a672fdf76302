package dev.hyperterse.runtime.live.definition.search;

import dev.hyperterse.catalog.server.search.SearchLanguage;
import dev.hyperterse.search.text.Language;

/** Maps the language of a server to that of the search package, which knows no catalogs. */
public final class StemmingLanguage {
    private StemmingLanguage() {}

    public static Language of(SearchLanguage setting) {
        return switch (setting) {
            case English -> Language.ENGLISH;
            case Danish -> Language.DANISH;
            case Dutch -> Language.DUTCH;
            case Finnish -> Language.FINNISH;
            case French -> Language.FRENCH;
            case German -> Language.GERMAN;
            case Hungarian -> Language.HUNGARIAN;
            case Italian -> Language.ITALIAN;
            case Norwegian -> Language.NORWEGIAN;
            case Portuguese -> Language.PORTUGUESE;
            case Russian -> Language.RUSSIAN;
            case Spanish -> Language.SPANISH;
            case Swedish -> Language.SWEDISH;
        };
    }
}
