/**
 * Loopback addresses: a block of them for each playground, one for each pod, and one for each Service, at which a proxy
 * balances over the pods that are ready. Knows Services and pods, no processes.
 */
package dev.hyperterse.playground.network;
