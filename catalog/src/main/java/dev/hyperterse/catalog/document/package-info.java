/**
 * Commands of document databases as the compiler leaves them: a tree whose keys, operators and collections are fixed, with
 * places for values. Nothing here can turn a value into a key or an operator.
 */
package dev.hyperterse.catalog.document;
