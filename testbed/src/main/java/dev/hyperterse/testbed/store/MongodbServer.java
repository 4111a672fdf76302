package dev.hyperterse.testbed.store;

import com.mongodb.client.MongoClients;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import dev.hyperterse.testbed.ReservedPort;
import java.util.List;
import org.bson.BsonDocument;

/**
 * A server in this process that speaks MongoDB's protocol; not MongoDB itself, of which no registry has a program. Its data
 * is in memory and ends when it stops. It can be started again on the same port.
 */
public final class MongodbServer implements AutoCloseable {
    public static final String HOST = "127.0.0.1";
    public static final String DATABASE = "shop";

    private final ReservedPort port = new ReservedPort();
    private MongoServer server;

    private MongodbServer() {}

    public static MongodbServer create() {
        var created = new MongodbServer();
        created.start();
        return created;
    }

    public void start() {
        server = new MongoServer(new MemoryBackend());
        server.bind(HOST, port.number());
    }

    public void stop() {
        server.shutdownNow();
    }

    public int port() {
        return port.number();
    }

    public String url() {
        return "mongodb://" + HOST + ":" + port.number();
    }

    /** Stores documents, each as extended JSON. */
    public void insert(String collection, String... documents) {
        try (var client = MongoClients.create(url())) {
            client.getDatabase(DATABASE)
                    .getCollection(collection, BsonDocument.class)
                    .insertMany(
                            List.of(documents).stream().map(BsonDocument::parse).toList());
        }
    }

    @Override
    public void close() {
        server.shutdownNow();
        port.close();
    }
}
