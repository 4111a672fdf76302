/** Turns among calls: permits that are given in the order of asking, and shares of callers. Must not know what a turn is for. */
package dev.hyperterse.calls.turn;
