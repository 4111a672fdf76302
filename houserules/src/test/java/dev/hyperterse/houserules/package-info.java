/**
 * Tests about the code itself: which module may know which, how things are named, that every package says what it is
 * for, that sources are formatted, and that pages name what is there. Nothing of the product lives here, and nothing here
 * ships.
 */
package dev.hyperterse.houserules;
