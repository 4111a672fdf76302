/**
 * Tests of the fixtures: a fixture that lies makes every test built on it lie. They start, break and pause the server
 * that the other modules' tests rely on.
 */
package dev.hyperterse.testbed;
