/**
 * Turns text into the terms that are indexed and searched: Unicode words, pieces of identifiers, bigrams of scripts
 * without spaces, folded diacritics, stems, stop words. The same code reads documents and queries. Must not know tools,
 * fields or ranking.
 */
package dev.hyperterse.search.text;
