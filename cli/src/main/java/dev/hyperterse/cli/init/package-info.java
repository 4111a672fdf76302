/**
 * The files that {@code init} writes into a new directory: an example, or tools for a database. Rooms: {@code address}
 * (what people paste), {@code read} (the catalog of an engine), {@code schema} (what was read), {@code generate}
 * (manifests of it). Knows no command.
 */
package dev.hyperterse.cli.init;
