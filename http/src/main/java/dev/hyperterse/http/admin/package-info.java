/**
 * What the admin ports of all processes have in common: the listener, its bounds, and which requests it accepts. What is
 * answered there belongs to each process.
 */
package dev.hyperterse.http.admin;
