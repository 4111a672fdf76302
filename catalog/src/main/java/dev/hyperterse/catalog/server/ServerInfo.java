package dev.hyperterse.catalog.server;

import java.util.Optional;

/** How the server introduces itself to clients. */
public record ServerInfo(
        String name,
        Optional<String> title,
        String version,
        Optional<String> instructions,
        Optional<String> websiteUrl) {}
