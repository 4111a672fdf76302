/**
 * Objects that bring many definitions: each item of a document becomes a definition of its own. What items are made of is known
 * to the packages of the sources; how they are compiled and served must not be known here.
 */
package dev.hyperterse.compiler.items;
