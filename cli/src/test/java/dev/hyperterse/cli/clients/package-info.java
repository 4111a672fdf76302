/**
 * The official clients against a served quickstart, and the official conformance suite against its fixtures. They are
 * fetched once, in pinned versions, into the user's cache; where that is impossible these tests are skipped with the
 * reason.
 */
package dev.hyperterse.cli.clients;
