package dev.hyperterse.runtime;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.hyperterse.http.connection.ConnectionMemory;
import dev.hyperterse.runtime.tls.TlsListener;
import java.lang.management.ManagementFactory;

/**
 * The files that this process may open, sockets among them. Where one is missing for a connection, the web server closes
 * its listener for good (Helidon 4.5.0), so connections leave some.
 *
 * @param most not positive where the system has no such limit
 */
record OpenFiles(long most) {
    /**
     * Those of databases, other servers, the operator's port with its 256 connections, and libraries; and of the few
     * connections of both ports that are not counted. Of a small limit a half.
     */
    private static final long OTHERS = 1_000;

    private static final long UNKNOWN = -1;

    static OpenFiles ofThisProcess() {
        return new OpenFiles(
                ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                        ? unix.getMaxFileDescriptorCount()
                        : UNKNOWN);
    }

    /** As many connections as the heap can hold, if there are files for them, handshakes of TLS included. */
    ConnectionMemory bound(ConnectionMemory ofHeap, boolean encrypted) {
        if (most <= 0) {
            return ofHeap;
        }
        long files = most - Math.min(OTHERS, most / 2);
        long connections = encrypted ? TlsListener.connections(files) : files;
        return new ConnectionMemory(
                (int) Math.min(ofHeap.most(), connections),
                ofHeap.places(),
                ofHeap.streamsInAPlace(),
                ofHeap.requests());
    }
}
