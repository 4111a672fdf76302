/** Questions to a person whose lines are given. */
package dev.hyperterse.cli.ask;
