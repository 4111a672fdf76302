package dev.hyperterse.runtime.mcp.stream;

import dev.hyperterse.runtime.live.LiveCatalog;
import java.util.Set;

/** Decides which notifications the client of an open stream receives, and until when. Safe for concurrent calls. */
public interface NotificationFilter {
    /** Whether the client is notified of changes of the list. */
    boolean includesList(Notice list);

    /** The subscribed resources. */
    Set<String> resources();

    boolean includesResource(String uri);

    /** Whether the stream has expired; checked every second. */
    boolean isOver(LiveCatalog live);
}
