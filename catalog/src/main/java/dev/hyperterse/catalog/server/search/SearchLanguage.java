package dev.hyperterse.catalog.server.search;

/** The languages whose words search reduces to stems. */
public enum SearchLanguage {
    English,
    Danish,
    Dutch,
    Finnish,
    French,
    German,
    Hungarian,
    Italian,
    Norwegian,
    Portuguese,
    Russian,
    Spanish,
    Swedish
}
