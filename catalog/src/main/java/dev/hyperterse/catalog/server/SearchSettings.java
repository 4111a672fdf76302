package dev.hyperterse.catalog.server;

/**
 * How the search entry tool answers; hidden statements are neither shown nor ranked on.
 *
 * @param language whose words are found in every inflection
 */
public record SearchSettings(int limit, boolean showStatements, SearchLanguage language) {
    public SearchSettings {
        // Catalogs written before there was a choice do not name one.
        language = language == null ? SearchLanguage.English : language;
    }
}
