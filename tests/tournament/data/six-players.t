Birch, Ann  1500 2 3 4 2; 400 410 360 390; p12 1 2 1 2; board 1 1 1 1; rrank 1 1 1 4 4
Cole, Ben   1480 1 6 5 1; 350 430 400 400; p12 2 1 1 1; board 1 2 2 1; rrank 2 6 3 3 1
Dale, Cy    1460 4 1 6 4; 420 390 500 410; p12 1 1 2 1; board 2 1 3 2; rrank 3 2 4 1 2
Eddy, Di    1440 3 5 1 3; 400 450 380 410; p12 2 1 2 2; board 2 3 1 2; rrank 4 5 2 2 3
Frost, Eve  1420 6 4 2 0; 380 350 370 50; p12 1 2 2 0; board 3 3 2 0; rrank 5 4 6 6 5
Gale, Flo   1400 5 2 3 0; 390 330 300 -50; p12 2 2 1 0; board 3 2 3 0; off -50; rrank 6 3 5 5
