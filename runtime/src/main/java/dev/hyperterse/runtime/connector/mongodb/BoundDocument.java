package dev.hyperterse.runtime.connector.mongodb;

import dev.hyperterse.catalog.document.DocumentCommand.Kind;
import dev.hyperterse.runtime.memory.Reservation;
import org.bson.BsonDocument;

/**
 * The command document of one call.
 *
 * @param fields of the command, without its name
 * @param memory of the call; it has the values, and is to be asked for what is read whole
 */
public record BoundDocument(Kind kind, String collection, BsonDocument fields, Reservation memory) {}
