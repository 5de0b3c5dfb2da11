package dev.surehook.engine.delivery;

import dev.surehook.engine.delivery.HttpSender.Answered;
import dev.surehook.engine.delivery.HttpSender.NoAnswer;
import dev.surehook.engine.delivery.HttpSender.Outbound;
import dev.surehook.engine.delivery.HttpSender.Sent;
import dev.surehook.engine.target.AddressRefused;
import dev.surehook.engine.target.TargetJudge;
import dev.surehook.engine.target.TargetUrl;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.net.URIAuthority;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request and its answer. It runs on one thread, and ends once: by itself, or because somebody else ends it, who
 * then breaks the connection under the thread. What was received until then counts: as soon as the head of the answer
 * is there, a body that never ends changes nothing about the status.
 */
final class Exchange implements Runnable {
    /** Where the client calls back without saying for whom, which it does on the exchange's own thread. */
    private static final ThreadLocal<@Nullable Exchange> CURRENT = new ThreadLocal<>();

    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);
    private static final URI NO_URL = URI.create("/");

    private final PooledSender sender;
    private final Outbound request;
    private final Consumer<Sent> done;
    private final long start = System.nanoTime();
    private final HttpPost post = new HttpPost(NO_URL);
    private final AtomicBoolean ended = new AtomicBoolean();
    private final AnswerBody body = new AnswerBody();
    private volatile boolean hasConnection;
    private volatile @Nullable Head head;
    private volatile @Nullable Future<?> timeout;
    private String tunnelEnd = "";

    /** Of an answer. */
    private record Head(int status, @Nullable String retryAfter) {}

    Exchange(PooledSender sender, Outbound request, Consumer<Sent> done) {
        this.sender = sender;
        this.request = request;
        this.done = done;
    }

    static Exchange current() {
        return currentIfAny().orElseThrow(() -> new IllegalStateException("the client was used without an exchange"));
    }

    static Optional<Exchange> currentIfAny() {
        return Optional.ofNullable(CURRENT.get());
    }

    Outbound request() {
        return request;
    }

    @Override
    public void run() {
        if (ended.get()) {
            return;
        }
        Optional<String> unknown = request.way()
                .identity()
                .filter(name -> !sender.settings().identities().containsKey(name));
        if (unknown.isPresent()) {
            // Not without it: what the receiver made of that would look like its own answer.
            end("there is no client identity \"" + unknown.get() + "\" on this node", false);
            return;
        }
        CURRENT.set(this);
        ClientPool.Lent lent = sender.clients().lend(request.way());
        try {
            execute(lent);
            end("no answer", false);
        } catch (AddressRefused e) {
            end(e.refusal().text(), true);
        } catch (IOException | RuntimeException e) {
            end(NetworkFault.reason(e, request.timeouts()), false);
        } finally {
            lent.giveBack();
            CURRENT.remove();
        }
    }

    private void execute(ClientPool.Lent lent) throws IOException {
        TargetUrl url = request.url();
        if (sender.settings().proxy().isPresent()) {
            boolean told = sender.settings().proxy().get().trusted();
            tunnelEnd = told ? url.host() : addressesOf(url.host()).get(0).getHostAddress();
        }
        fill(url);
        HttpHost host = new HttpHost(url.scheme(), url.host(), url.port());
        try (ClassicHttpResponse response = lent.client().executeOpen(host, post, HttpClientContext.create())) {
            Header retryAfter = response.getFirstHeader("Retry-After");
            head = new Head(response.getCode(), retryAfter == null ? null : retryAfter.getValue());
            @Nullable HttpEntity entity = response.getEntity();
            if (entity == null) {
                body.ended(0);
            } else if (!body.readFrom(entity.getContent())) {
                // Before anything is closed: closing a stream would read the rest of it first.
                breakOff();
            }
        }
    }

    private void fill(TargetUrl url) {
        post.setScheme(url.scheme());
        post.setAuthority(new URIAuthority(url.host(), url.hasDefaultPort() ? -1 : url.port()));
        post.setPath(url.requestTarget());
        for (Map.Entry<String, String> header : request.headers()) {
            post.addHeader(header.getKey(), header.getValue());
        }
        // The very array that was signed: nothing between here and the socket rewrites it.
        post.setEntity(new ByteArrayEntity(request.body(), null));
        Duration total = request.timeouts().total();
        post.setConfig(RequestConfig.custom()
                .setConnectionRequestTimeout(Timeout.of(total))
                // The clock of the whole attempt runs elsewhere; this ends the read of a thread that was left behind.
                .setResponseTimeout(Timeout.of(total.plusSeconds(1)))
                .setRedirectsEnabled(false)
                .setAuthenticationEnabled(false)
                .setExpectContinueEnabled(false)
                .setContentCompressionEnabled(false)
                .setProtocolUpgradeEnabled(false)
                .setHardCancellationEnabled(true)
                .build());
    }

    /** Judged, for a connection of this attempt; nothing for one that has ended meanwhile. */
    List<InetAddress> addressesOf(String host) throws UnknownHostException {
        hasConnection = true;
        Duration left = request.timeouts().total().minus(took());
        TargetJudge judge = sender.judge();
        List<InetAddress> addresses = judge.addresses(host, request.way().ipv4Only(), left);
        requireRunning();
        return addresses;
    }

    /** What the proxy is asked to connect to. */
    String tunnelEnd() {
        return tunnelEnd;
    }

    /** Scheme, host and port. */
    String origin() {
        TargetUrl url = request.url();
        return url.scheme() + " " + url.host() + " " + url.port();
    }

    SteadyHosts steadyHosts() {
        return sender.steadyHosts();
    }

    void connected() throws IOException {
        hasConnection = true;
        requireRunning();
    }

    private void requireRunning() throws UnknownHostException {
        if (ended.get()) {
            throw new UnknownHostException("given up");
        }
    }

    /** Whose turn it is to end it when its time is over; of no use once it has ended. */
    void endedBy(Future<?> clock) {
        timeout = clock;
        if (ended.get()) {
            clock.cancel(false);
        }
    }

    /** The total timeout is over. */
    void timeOut() {
        String limit = NetworkFault.text(request.timeouts().total());
        end((hasConnection ? "no answer within " : "no connection free within ") + limit, false);
    }

    /** Ends it with what has been received, and for {@code otherwise} if that is nothing. The first call counts. */
    void end(String otherwise, boolean refused) {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        sender.ended(this);
        Future<?> clock = timeout;
        if (clock != null) {
            clock.cancel(false);
        }
        try {
            done.accept(sent(otherwise, refused));
        } catch (RuntimeException e) {
            LOG.error("The end of an attempt could not be told", e);
        }
    }

    private Sent sent(String otherwise, boolean refused) {
        Head received = head;
        if (received == null) {
            return new NoAnswer(otherwise, refused, took());
        }
        boolean cut = !body.isWhole();
        Duration retryAfter =
                RetryAfter.parse(received.retryAfter(), sender.clock().instant());
        return new Answered(received.status(), retryAfter, body.bytes(), cut, took());
    }

    private Duration took() {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** Closes the connection under whoever waits on it. From any thread, at any time, as often as wanted. */
    void breakOff() {
        post.cancel();
    }
}
