package dev.hyperterse.catalog.server;

/** How the search entry tool answers; hidden statements are neither shown nor ranked on. */
public record SearchSettings(int limit, boolean showStatements) {}
