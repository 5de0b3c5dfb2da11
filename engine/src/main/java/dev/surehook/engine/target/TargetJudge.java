package dev.surehook.engine.target;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Looks hosts up and judges every address found: one that must not be dialled refuses the host. Asked when an endpoint
 * is saved, and again for each new connection, which then goes to the judged addresses and no others. Thread-safe.
 */
public final class TargetJudge implements AutoCloseable {
    private static final int LOOK_UP_THREADS = 32;

    private final AddressRules rules;
    private final Lookups lookups;

    public TargetJudge(AddressRules rules, Names names) {
        this.rules = rules;
        this.lookups = new Lookups(names, LOOK_UP_THREADS);
    }

    /**
     * Why {@code url} must not be saved, as far as its addresses go.
     *
     * @param within how long a look-up may take. A name that is unknown, or is not looked up in time, refuses nothing:
     *     it may get its addresses later, and they are judged when a connection is made
     */
    public Optional<Refusal> atSave(TargetUrl url, boolean ipv4Only, Duration within) {
        try {
            addresses(url.host(), ipv4Only, within);
            return Optional.empty();
        } catch (AddressRefused e) {
            return Optional.of(e.refusal());
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    /**
     * The addresses that a connection to {@code host} may be made to, one at least; the caller waits for them.
     *
     * @param host a name or an address, as {@link TargetUrl#host} has it
     * @param ipv4Only whether to leave those of IPv6 out; they are judged all the same
     * @throws AddressRefused when one of them must not be dialled
     * @throws LookupTimeout when the look-up took too long, or the thread was interrupted (and stays so)
     * @throws UnknownHostException when there is none
     */
    public List<InetAddress> addresses(String host, boolean ipv4Only, Duration within) throws UnknownHostException {
        try {
            return addressesSoon(host, ipv4Only, within).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LookupTimeout();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownHostException known) {
                throw known;
            }
            throw new IllegalStateException("a host could not be judged", e);
        }
    }

    /**
     * As {@link #addresses}, without a wait: fails with the exceptions named there. An address needs no look-up, so there
     * the answer is ready at once.
     */
    public CompletableFuture<List<InetAddress>> addressesSoon(String host, boolean ipv4Only, Duration within) {
        CompletableFuture<List<InetAddress>> judged = new CompletableFuture<>();
        Object ignored = literal(host)
                .map(address -> CompletableFuture.completedFuture(new InetAddress[] {address}))
                .orElseGet(() -> lookups.addressesOf(host, within))
                .whenComplete((all, fault) -> {
                    try {
                        if (fault == null) {
                            judged.complete(judged(host, List.of(all), ipv4Only));
                        } else {
                            judged.completeExceptionally(fault);
                        }
                    } catch (UnknownHostException | RuntimeException e) {
                        judged.completeExceptionally(e);
                    }
                });
        return judged;
    }

    private List<InetAddress> judged(String host, List<InetAddress> all, boolean ipv4Only) throws UnknownHostException {
        for (InetAddress address : all) {
            Optional<Refusal> refusal = rules.judge(host, address);
            if (refusal.isPresent()) {
                throw new AddressRefused(refusal.get());
            }
        }
        List<InetAddress> wanted = ipv4Only
                ? all.stream()
                        .filter(address -> address.getAddress().length == 4)
                        .toList()
                : all;
        if (wanted.isEmpty()) {
            throw all.isEmpty()
                    ? new UnknownHostException(host)
                    : new AddressRefused(new Refusal("url-ipv4-only", "the host has no IPv4 address"));
        }
        return wanted;
    }

    private static Optional<InetAddress> literal(String host) {
        boolean candidate = host.indexOf(':') >= 0 || Character.isDigit(host.charAt(host.length() - 1));
        return candidate
                ? TargetHost.parse(host.indexOf(':') >= 0 ? "[" + host + "]" : host)
                        .address()
                : Optional.empty();
    }

    @Override
    public void close() {
        lookups.close();
    }
}
