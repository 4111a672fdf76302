package dev.hyperterse.runtime.mcp.stream;

import dev.hyperterse.runtime.live.LiveCatalog;
import java.util.Set;

/** The notifications that the client of an open stream gets, and until when. Asked by any thread. */
public interface Interest {
    /** Whether the client is notified of changes of that list. */
    boolean inList(Notice list);

    /** The subscribed resources. */
    Set<String> resources();

    boolean inResource(String uri);

    /** Whether the stream has expired; checked every second. */
    boolean isOver(LiveCatalog live);
}
