import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.params.ZAddParams;

/** The three tools of bench/workload on the official Java SDK, each on the virtual thread of its request and one for HTTP. */
final class SdkShop {
    private static final int MOST_CONNECTIONS = 100;
    private static final int OF_MEMBER = "product:".length();
    private static final Map<String, Object> TEXT = Map.of("type", "string");
    private static final Map<String, Object> NUMBER = Map.of("type", "number");
    private static final Map<String, Object> INTEGER = Map.of("type", "integer");

    private final McpJsonMapper json = McpJsonDefaults.getMapper();
    private final Executor threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CloseableHttpClient http;
    private final RedisClient redis;
    private final String api;

    SdkShop(String apiPort, int valkeyPort) {
        this.api = "http://127.0.0.1:" + apiPort;
        this.http = HttpClients.custom()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setMaxConnTotal(MOST_CONNECTIONS)
                        .setMaxConnPerRoute(MOST_CONNECTIONS)
                        .build())
                .disableCookieManagement()
                .disableContentCompression()
                .build();
        var pool = new ConnectionPoolConfig();
        pool.setMaxTotal(MOST_CONNECTIONS);
        pool.setMaxIdle(MOST_CONNECTIONS);
        this.redis = RedisClient.builder()
                .hostAndPort("127.0.0.1", valkeyPort)
                .poolConfig(pool)
                .build();
    }

    @JsonIgnoreProperties(ignoreUnknown = true)
    record Product(long id, String sku, String name, double price, double rating) {}

    @JsonIgnoreProperties(ignoreUnknown = true)
    record Found(@JsonProperty("total_found") long total, List<Product> products) {}

    record RankedProduct(
            long id,
            String sku,
            String name,
            double price,
            double rating,
            @JsonProperty("popularity_rank") int rank) {}

    record Products(
            String category,
            @JsonProperty("total_found") long total,
            List<RankedProduct> products,
            @JsonProperty("top10_popular_ids") List<Long> popular) {}

    record CartItem(@JsonProperty("product_id") long product, int qty) {}

    record Cart(
            List<CartItem> items,
            @JsonProperty("item_count") int count,
            @JsonProperty("estimated_total") double total) {}

    record UserCart(
            @JsonProperty("user_id") String user,
            Cart cart,
            @JsonProperty("recent_history") List<Map<String, Object>> history) {}

    record Item(@JsonProperty("product_id") long product, int quantity) {}

    record Basket(@JsonProperty("user_id") String user, List<Item> items) {}

    record Order(@JsonProperty("order_id") String id, List<Item> items, long ts) {}

    @JsonIgnoreProperties(ignoreUnknown = true)
    record Priced(@JsonProperty("order_id") String order, double total) {}

    record Confirmed(
            @JsonProperty("order_id") String order,
            @JsonProperty("user_id") String user,
            double total,
            @JsonProperty("items_count") int items,
            @JsonProperty("rate_limit_count") long count,
            String status) {}

    void addTo(McpServer.SyncSpecification<?> server) {
        server.toolCall(
                        tool(
                                "search_products",
                                "Products of a category and a range of prices, with their rank among the popular ones",
                                Map.of("category", TEXT, "min_price", NUMBER, "max_price", NUMBER, "limit", INTEGER)),
                        (_, request) -> text(searchProducts(request.arguments())))
                .toolCall(
                        tool("get_user_cart", "The cart of a user and the user's orders", Map.of("user_id", TEXT)),
                        (_, request) ->
                                text(userCart((String) request.arguments().get("user_id"))))
                .toolCall(
                        tool("checkout", "Prices an order, counts and records it", Map.of("user_id", TEXT, "items", items())),
                        (_, request) -> text(checkout(json.convertValue(request.arguments(), Basket.class))));
    }

    private static Tool tool(String name, String description, Map<String, Object> inputs) {
        return Tool.builder()
                .name(name)
                .description(description)
                .inputSchema(Map.of("type", "object", "properties", inputs, "required", List.copyOf(inputs.keySet())))
                .build();
    }

    private static Map<String, Object> items() {
        var item = Map.of(
                "type", "object",
                "properties", Map.of("product_id", INTEGER, "quantity", INTEGER),
                "required", List.of("product_id", "quantity"));
        return Map.of("type", "array", "items", item);
    }

    private Products searchProducts(Map<String, Object> inputs) {
        var category = (String) inputs.get("category");
        var uri = "%s/products/search?category=%s&min_price=%s&max_price=%s&limit=%s"
                .formatted(
                        api,
                        URLEncoder.encode(category, StandardCharsets.UTF_8),
                        inputs.get("min_price"),
                        inputs.get("max_price"),
                        inputs.get("limit"));
        var answer = later(new HttpGet(uri), Found.class);
        var ids = redis.zrevrange("bench:popular", 0, 9).stream()
                .map(member -> Long.parseLong(member.substring(OF_MEMBER)))
                .toList();
        var found = answer.join();
        var ranked = found.products().stream()
                .map(it -> new RankedProduct(
                        it.id(), it.sku(), it.name(), it.price(), it.rating(), ids.indexOf(it.id()) + 1))
                .toList();
        return new Products(category, found.total(), ranked, ids);
    }

    private UserCart userCart(String user) {
        var cart = redis.hgetAll("bench:cart:" + user);
        var items = read(cart.getOrDefault("items", "[]"), new TypeRef<List<CartItem>>() {});
        var first = items.isEmpty() ? 1 : items.getFirst().product();
        var product = later(new HttpGet(api + "/products/" + first), Product.class);
        var history = redis.lrange("bench:history:" + user, 0, 4).stream()
                .map(it -> read(it, new TypeRef<Map<String, Object>>() {}))
                .toList();
        product.join();
        return new UserCart(
                user, new Cart(items, items.size(), Double.parseDouble(cart.getOrDefault("total", "0"))), history);
    }

    private Confirmed checkout(Basket basket) {
        var user = basket.user();
        var counter = Integer.parseInt(user.substring(user.lastIndexOf('-') + 1)) % 100;
        var now = Instant.now().getEpochSecond();
        var request = new HttpPost(api + "/cart/calculate");
        request.setEntity(new StringEntity(written(basket), ContentType.APPLICATION_JSON));
        var answer = later(request, Priced.class);
        long count;
        try (var pipeline = redis.pipelined()) {
            var counted = pipeline.incr("bench:ratelimit:user-%05d".formatted(counter));
            pipeline.rpush("bench:history:" + user, written(new Order(user + "/" + now, basket.items(), now)));
            pipeline.zaddIncr(
                    "bench:popular", 1, "product:" + basket.items().getFirst().product(), ZAddParams.zAddParams());
            pipeline.sync();
            count = counted.get();
        }
        var priced = answer.join();
        return new Confirmed(
                priced.order(), user, priced.total(), basket.items().size(), count, "confirmed");
    }

    private <T> CompletableFuture<T> later(HttpUriRequestBase request, Class<T> type) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return http.execute(
                                request, it -> json.readValue(EntityUtils.toByteArray(it.getEntity()), type));
                    } catch (IOException failed) {
                        throw new UncheckedIOException(failed);
                    }
                },
                threads);
    }

    private <T> T read(String text, TypeRef<T> type) {
        try {
            return json.readValue(text, type);
        } catch (IOException malformed) {
            throw new UncheckedIOException(malformed);
        }
    }

    private String written(Object value) {
        try {
            return json.writeValueAsString(value);
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    private CallToolResult text(Object value) {
        return CallToolResult.builder().addTextContent(written(value)).build();
    }
}
