/** The playground with a small test program as its containers, against the real control plane. */
package dev.hyperterse.playground;
