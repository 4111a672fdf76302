package dev.hyperterse.engines.mongodb;

import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.catalog.document.DocumentCommand.Kind;
import org.bson.BsonDocument;

/**
 * The command document of one call.
 *
 * @param fields of the command, without its name
 * @param memory of the call; holds the values, and must be reserved for replies that are read as a whole
 */
public record BoundDocument(Kind kind, String collection, BsonDocument fields, Reservation memory) {}
