package dev.hyperterse.runtime;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.hyperterse.http.connection.ConnectionMemory;
import java.lang.management.ManagementFactory;

/**
 * The files that this process may open, sockets among them. Where one is missing for a connection, the web server closes
 * its listener for good (Helidon 4.5.0), so connections never take all.
 */
record OpenFiles(long most) {
    /** Those of databases, other servers, the operator's port and libraries; of a small limit a quarter. */
    private static final long OTHERS = 1_000;

    static OpenFiles ofThisProcess() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? new OpenFiles(unix.getMaxFileDescriptorCount())
                : new OpenFiles(Long.MAX_VALUE);
    }

    /** As many connections as the heap can hold, if there are files for them. */
    ConnectionMemory bound(ConnectionMemory ofHeap) {
        long connections = most - Math.min(OTHERS, most / 4);
        return new ConnectionMemory((int) Math.min(ofHeap.most(), connections), ofHeap.requests());
    }
}
