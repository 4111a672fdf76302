/**
 * Tools as documents: their fields, the words of their schemas and statements, and the JSON of a hit, all made once.
 * Must not know queries.
 */
package dev.hyperterse.search.document;
