/** Addresses, judged without a cluster. */
package dev.hyperterse.playground.network;
