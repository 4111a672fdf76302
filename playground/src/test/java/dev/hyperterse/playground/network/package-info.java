/** Addresses, tested without a cluster. */
package dev.hyperterse.playground.network;
