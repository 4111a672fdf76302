/**
 * MongoDB through its own driver, which owns the connections and monitors the members of a replica set on threads of
 * its own. Its classes are loaded with the first adapter that needs them. Documents are written from the driver's bytes
 * into the answer.
 */
package dev.hyperterse.engines.mongodb;
