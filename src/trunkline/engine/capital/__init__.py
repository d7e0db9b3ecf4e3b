"""Capital by schemes, and the destinations that release escrow, shared by titles.

``schemes`` finds the scheme of a corporation and splits the money for its shares. ``at_sale`` pays it when
shares are sold, and ``at_float`` when the corporation floats. ``destinations`` has the routes to
destinations, and ``escrow`` holds and releases money. The funding of each corporation is in ``state``.
"""
