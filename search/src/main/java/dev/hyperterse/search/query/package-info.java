/** Reads a query: its words, the terms of the index that they match, and how rare these are. */
package dev.hyperterse.search.query;
