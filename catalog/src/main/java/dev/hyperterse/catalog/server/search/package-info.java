/**
 * How the tools of a server are found: the language of search, what a hit shows, and the names of the entry tools. Must not
 * know what is found.
 */
package dev.hyperterse.catalog.server.search;
