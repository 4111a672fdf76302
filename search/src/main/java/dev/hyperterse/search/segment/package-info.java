/** Immutable segments of an index: terms, postings, and where words occur. Must not know queries. */
package dev.hyperterse.search.segment;
