/**
 * Turns text into the terms that are indexed and searched: Unicode words, pieces of identifiers, bigrams of scripts
 * without spaces, folded diacritics, stems, stop words. Documents and queries go through the same code. Knows nothing
 * of tools, fields or ranking.
 */
package dev.hyperterse.runtime.search.text;
